import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    // Generous: a slow machine is no fault, and no test measures time.
    testTimeout: 60_000,
    setupFiles: ['test/setup.ts'],
    exclude: ['**/*.long.test.ts', '**/node_modules/**'],
  },
})
