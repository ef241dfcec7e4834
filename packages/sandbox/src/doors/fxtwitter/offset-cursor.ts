/**
 * Cursors of lists that are no timelines: they look like X's, about 100 characters of base64, and say how many
 * rows were shown before.
 */
export function writeOffset(list: string, shown: number): string {
  return Buffer.from(
    `\x0c\0\x02\n\0\x01 ${list} show-more-of-this-list after ${shown} \xff\xfe\0\0`,
    'latin1',
  ).toString('base64')
}

/** How many rows come before the page, or undefined for what is no cursor of this list. */
export function readOffset(list: string, cursor: string): number | undefined {
  const [, name, shown] =
    / (.+) show-more-of-this-list after (\d{1,9}) /.exec(Buffer.from(cursor, 'base64').toString('latin1')) ??
    []
  return name === list && shown !== undefined ? Number(shown) : undefined
}
