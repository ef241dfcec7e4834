import { expect, test } from 'vitest'
import { overEveryStore } from '../stores/testing/over-every-store.ts'
import { type Admission, admitImport } from './import-admission.ts'

let last = 0
const someone = (hasKey: boolean) => ({ caller: `caller-${++last}`, hasKey })

overEveryStore((bench) => {
  const held: Admission[] = []
  const admit = async (hasKey: boolean, store = bench.store, handle = `handle_${last}`): Promise<void> => {
    held.push(await admitImport(store, handle, someone(hasKey)))
  }
  const leave = async (): Promise<void> => {
    for (const admission of held.splice(0)) await admission.release()
  }
  const busy = { code: 'import_busy', retryAfter: 5 }

  test('two of anybody walk, and a third who has a key, over all processes', async () => {
    await admit(false)
    await admit(false, bench.other)
    await expect(admit(false)).rejects.toMatchObject(busy)
    await admit(true, bench.other)
    await expect(admit(true)).rejects.toMatchObject(busy)
    await leave()
  })

  test('who has a key takes no place of those who have none, unless it is the second', async () => {
    await admit(true)
    await admit(false)
    await admit(false)
    await leave()
    await admit(true)
    await admit(true)
    await admit(true)
    await expect(admit(false)).rejects.toMatchObject(busy)
    await leave()
    await admit(false)
    await leave()
  })

  test('one an account in any case, one a caller; a refusal leaves every place free', async () => {
    const walker = someone(false)
    held.push(await admitImport(bench.store, 'Some_One', walker))
    await expect(admit(true, bench.other, 'some_ONE')).rejects.toMatchObject(busy)
    await expect(admitImport(bench.other, 'another', walker)).rejects.toMatchObject(busy)
    await admit(true, bench.store, 'another')
    await leave()
  })
})
