/** Waits until other work of this thread has had its turn. */
export async function nextTurn(): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve);
  });
}
