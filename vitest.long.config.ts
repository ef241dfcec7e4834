import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.long.test.ts', 'test/**/*.long.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
})
