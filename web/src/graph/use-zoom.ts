import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

const limits = { min: 0.15, max: 2, readable: 0.75, step: 1.25 } as const;

/** The padding of the viewport in task-graph.css. */
const padding = 16;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The zoom of a drawing in an element that scrolls; 1 is its natural size. @param size of the drawing, in pixels */
export function useZoom(viewport: RefObject<HTMLElement | null>, size: Size) {
  const [zoom, setZoom] = useState(1);
  const now = useRef(zoom);
  const scroll = useRef<Point>(undefined);
  /** @param at what stays where it is, from the corner of the viewport; by default its middle */
  const zoomTo = (wanted: number, at?: Point) => {
    const view = viewport.current;
    if (view === null) return;
    const next = Math.min(limits.max, Math.max(limits.min, wanted));
    const { x, y } = at ?? { x: view.clientWidth / 2, y: view.clientHeight / 2 };
    const factor = next / now.current;
    scroll.current = { x: (view.scrollLeft + x) * factor - x, y: (view.scrollTop + y) * factor - y };
    now.current = next;
    setZoom(next);
  };
  const fit = () => zoomTo(fitting(viewport.current, size));
  useLayoutEffect(() => {
    if (scroll.current !== undefined) viewport.current?.scrollTo(scroll.current.x, scroll.current.y);
  }, [viewport, zoom]);
  const isEmpty = size.width === 0;
  useLayoutEffect(() => {
    const view = viewport.current;
    // A large graph begins readable, at its start.
    zoomTo(Math.max(fitting(view, size), limits.readable));
    scroll.current = { x: 0, y: 0 };
    // Only the first drawing is fitted; later ones must not move under the user.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isEmpty]);
  useGestures(viewport, (factor, at) => zoomTo(now.current * factor, at));
  return {
    zoom,
    fit,
    zoomIn: () => zoomTo(now.current * limits.step),
    zoomOut: () => zoomTo(now.current / limits.step),
  };
}

function fitting(view: HTMLElement | null, { width, height }: Size): number {
  if (view === null || width === 0) return 1;
  return Math.min(1, (view.clientWidth - 2 * padding) / width, (view.clientHeight - 2 * padding) / height);
}

/** Ctrl with the wheel, two fingers, and dragging the background. */
function useGestures(viewport: RefObject<HTMLElement | null>, onZoom: (factor: number, at: Point) => void): void {
  const zoomed = useRef(onZoom);
  zoomed.current = onZoom;
  useEffect(() => {
    const view = viewport.current!;
    const inView = ({ x, y }: Point): Point => {
      const corner = view.getBoundingClientRect();
      return { x: x - corner.x, y: y - corner.y };
    };
    const stopped = new AbortController();
    const options = { signal: stopped.signal, passive: false };
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoomed.current(Math.exp(-Math.max(-50, Math.min(50, event.deltaY)) / 200), inView(event));
    };
    let spread: number | undefined;
    const touch = (event: TouchEvent) => {
      const [one, other] = event.touches;
      if (one === undefined || other === undefined) return (spread = undefined);
      event.preventDefault();
      const distance = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      const middle = { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 };
      if (spread !== undefined) zoomed.current(distance / spread, inView(middle));
      spread = distance;
    };
    view.addEventListener('wheel', wheel, options);
    view.addEventListener('touchstart', touch, options);
    view.addEventListener('touchmove', touch, options);
    view.addEventListener('touchend', touch, options);
    view.addEventListener('pointerdown', (event) => startDragging(view, event), options);
    return () => stopped.abort();
  }, [viewport]);
}

/** Touch scrolls without help. */
function startDragging(view: HTMLElement, start: PointerEvent): void {
  const isOnTask = start.target instanceof Element && start.target.closest('[data-path]') !== null;
  if (start.pointerType !== 'mouse' || start.button !== 0 || isOnTask) return;
  start.preventDefault(); // selects no text
  const { scrollLeft, scrollTop } = view;
  const ended = new AbortController();
  const move = ({ x, y }: PointerEvent) => view.scrollTo(scrollLeft + start.x - x, scrollTop + start.y - y);
  addEventListener('pointermove', move, { signal: ended.signal });
  for (const end of ['pointerup', 'pointercancel'])
    addEventListener(end, () => ended.abort(), { signal: ended.signal });
}
