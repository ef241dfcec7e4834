const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * An instant in X's own form, which the public JSON uses.
 * @param ms Unix milliseconds
 * @example xDate(1142974214000) // 'Tue Mar 21 20:50:14 +0000 2006'
 */
export function xDate(ms: number): string {
  const date = new Date(ms)
  const time = date.toISOString().slice(11, 19)
  const day = String(date.getUTCDate()).padStart(2, '0')
  return `${DAYS[date.getUTCDay()]} ${MONTHS[date.getUTCMonth()]} ${day} ${time} +0000 ${date.getUTCFullYear()}`
}
