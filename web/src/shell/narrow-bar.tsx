import { Menu, X } from 'lucide-react';
import { useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { AppearanceMenu } from './appearance-menu.tsx';
import { Areas } from './areas.tsx';
import { Brand } from './brand.tsx';
import { SearchButton } from './search-button.tsx';
import { UserMenu } from './user-menu.tsx';

/** The bar at the top of narrow screens, with a button that opens the navigation as a drawer. */
export function NarrowBar() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <header className="narrow-bar underlined">
      <Button variant="quiet" aria-label="Menu" aria-expanded={isOpen} onPress={() => setOpen(true)}>
        <Icon of={Menu} />
      </Button>
      <Brand />
      <div className="narrow-tools">
        <SearchButton />
        <UserMenu />
      </div>
      <ModalOverlay className="drawer-overlay" isOpen={isOpen} isDismissable onOpenChange={setOpen}>
        <Modal className="drawer">
          <Dialog aria-label="Menu">
            <div className="sidebar-head">
              <Brand />
              <Button variant="quiet" aria-label="Close the menu" onPress={close}>
                <Icon of={X} />
              </Button>
            </div>
            <Areas onFollow={close} />
            <div className="sidebar-foot">
              <AppearanceMenu />
            </div>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </header>
  );
}
