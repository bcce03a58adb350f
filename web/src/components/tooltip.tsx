import type { ReactNode } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
import './tooltip.css';

/** Explains a control on hover and focus. @param children a Button; the text must not be needed to use it */
export function Tooltip({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      {children}
      <AriaTooltip className="tooltip" offset={4}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
