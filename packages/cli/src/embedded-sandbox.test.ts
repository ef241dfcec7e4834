import { VARIABLES } from '@x-md/core/config.ts'
import { expect, test } from 'vitest'
import { sandboxBases } from './embedded-sandbox.ts'

test('--sandbox leaves no base pointing at the real X', () => {
  const bases = Object.keys(VARIABLES).filter((name) => name.endsWith('_BASE_URL'))
  expect(Object.keys(sandboxBases('http://127.0.0.1:1')).sort()).toEqual(bases.sort())
})
