import { expect, test } from 'vitest'
import { RequestLog } from './request-log.ts'

test('keeps the latest, from old to new', () => {
  const log = new RequestLog(3)
  for (let at = 1; at <= 5; at++) log.add({ method: 'GET', path: `/${at}`, status: 200, at })
  expect(log.since().map(({ at }) => at)).toEqual([3, 4, 5])
  expect(log.since(5).map(({ path }) => path)).toEqual(['/5'])
  log.clear()
  expect(log.since()).toEqual([])
})
