/**
 * Asks at most once in a while, however many want to know: those that come meanwhile get the same answer, or the same
 * error.
 * @param milliseconds how long an answer is used after it has arrived
 */
export function recentAnswer<Answer>(
  ask: () => Promise<Answer>,
  milliseconds: number,
  now: () => number = () => performance.now(),
): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  let endsAt = Infinity;
  return () => {
    if (answer !== undefined && now() < endsAt) return answer;
    const asked = ask();
    [answer, endsAt] = [asked, Infinity];
    const arrived = (): void => {
      if (answer === asked) endsAt = now() + milliseconds;
    };
    asked.then(arrived, arrived);
    return asked;
  };
}
