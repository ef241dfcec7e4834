import { afterAll, beforeAll, describe } from 'vitest'
import type { Store } from '../store.ts'
import { type StorePlace, storeKinds } from './store-kinds.ts'

/** What stands while the tests of one kind run. */
export interface StoreBench {
  readonly kind: string
  place: StorePlace
  store: Store
  /** Another process's store, with the same data. */
  other: Store
}

/** Defines the same tests for every kind of store; they may use what is in the bench, but only once they run. */
export function overEveryStore(define: (bench: StoreBench) => void): void {
  for (const { kind, missing, start } of storeKinds()) {
    describe.skipIf(missing)(`over ${kind}${missing ? ` (skipped: ${missing})` : ''}`, () => {
      const bench = { kind } as StoreBench
      beforeAll(async () => {
        bench.place = await start()
        bench.store = bench.place.open()
        bench.other = bench.place.open()
      })
      afterAll(() => bench.place.stop())
      define(bench)
    })
  }
}
