import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AccountError } from '../../../errors.ts'
import { type Acting, act, startActing } from '../../../testing/acting.ts'
import { awkwardText } from '../../../testing/awkward-text.ts'
import { propertyRuns } from '../../../testing/property-runs.ts'
import { postCreate } from './create.ts'

let sandbox: Acting
beforeAll(async () => {
  sandbox = await startActing()
})
afterAll(() => sandbox.close())

/** Pieces that are addresses, that nearly are, and what stands next to them. */
const piece = fc.oneof(
  awkwardText,
  fc.constantFrom(
    ...'harbour.com www.harbour.com HTTP://Harbour.COM/a?b=c#d https://harbour.example harbour.example e.g. i.e. a.b'.split(
      ' ',
    ),
    ...'ftp://harbour.com http://localhost http://10.0.0.1/x t.co/abc x@mail.com @harbour.com #harbour.com'.split(
      ' ',
    ),
    ...'$A.B -harbour.com sub_domain.harbour.com harbour.museum harbour.日本 日本.jp http://日本.jp node.js a.ai/b'.split(
      ' ',
    ),
    ...'https://harbour.com,https://fog.de http://a..b https://-.- //harbour.com .com com. 3.14 1.2.3.4'.split(
      ' ',
    ),
    ' ',
    '\n',
    '/',
    '.',
    ':',
    '@',
    '日',
    '\u200b',
    '\u00a0',
  ),
)
const texts = fc
  .oneof(
    fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
    fc.webUrl(),
    fc.domain(),
  )
  .filter((text) => text.trim() !== '')

test('what is said and charged for a text is what is on the bill', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      await sandbox.reset()
      await sandbox.settings({ credits: null })
      const answer = await act(postCreate, { text }, sandbox.context).catch((error: unknown) => {
        if (error instanceof AccountError) return undefined
        throw error
      })
      const { total } = await sandbox.bill()
      if (!answer) {
        expect(total).toBe(0)
        return
      }
      const { dry_run } = await act(postCreate, { text, dry_run: true }, sandbox.context)
      expect([answer.cost?.usd, dry_run?.would_cost_usd]).toEqual([total, total])
    }),
    propertyRuns(40),
  )
})
