import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    // Generous: a slow machine is no fault, and no test measures time.
    testTimeout: 60_000,
    // No module holds state that a test would have to reset, so files share a worker; and many tests wait for
    // a retry or a clock, so that there are more workers than the smallest machine has cores.
    isolate: false,
    maxWorkers: 4,
    setupFiles: ['test/setup.ts'],
    exclude: ['**/*.long.test.ts', '**/node_modules/**'],
  },
})
