import { Star } from 'lucide-react';
import { ToggleButton } from 'react-aria-components';
import { toggleFavourite } from '../../api/favourites.ts';
import { useFavourites } from '../../api/use-favourites.ts';
import { useSubject } from '../../api/use-may.ts';

/** @param name such as `shop/release` */
export function FavouriteButton({ name }: { readonly name: string }) {
  const user = useSubject();
  const isFavourite = useFavourites().includes(name);
  return (
    <ToggleButton
      className="favourite"
      aria-label={`Favourite ${name}`}
      isSelected={isFavourite}
      onChange={() => toggleFavourite(user, name)}
    >
      <Star size={14} fill={isFavourite ? 'currentColor' : 'none'} aria-hidden />
    </ToggleButton>
  );
}
