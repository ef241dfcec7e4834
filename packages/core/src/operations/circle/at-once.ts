/** Works on items, so many at a time, in their order, until they or the patience of `goesOn` end. */
export async function eachAtOnce<T>(
  items: readonly T[],
  atOnce: number,
  goesOn: () => boolean,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) {
      await work(item)
      if (!goesOn()) return
    }
  }
  if (goesOn()) await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
}
