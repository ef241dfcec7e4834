import { VARIABLES } from '@x-md/core/config.ts'
import { expect, test } from 'vitest'
import { effectiveValues } from './effective-values.ts'

test('every variable is told, with its default', () => {
  const rows = effectiveValues({})
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(VARIABLES))
  expect(rows.every(({ from }) => from === 'default')).toBe(true)
  expect(rows.find(({ name }) => name === 'X_MD_PORT')?.value).toBe('8787')
})

test('an empty variable counts as unset, a set one as coming from the environment', () => {
  const rows = effectiveValues({ X_MD_PORT: '9', X_MD_HOST: '' })
  expect(rows.find(({ name }) => name === 'X_MD_PORT')).toMatchObject({ value: '9', from: 'environment' })
  expect(rows.find(({ name }) => name === 'X_MD_HOST')).toMatchObject({ from: 'default' })
})

test('no secret is shown, neither one of its own nor one in an address', () => {
  const marked = Object.entries(VARIABLES)
    .filter(([, variable]) => variable.secret)
    .map(([name]) => name)
  const env = Object.fromEntries(marked.map((name) => [name, 'hunter2']))
  const text = JSON.stringify(effectiveValues({ ...env, FXTWITTER_BASE_URL: 'https://me:hunter2@host/path' }))
  expect(text).not.toContain('hunter2')
  expect(text).toContain('https://***@host/path')
})
