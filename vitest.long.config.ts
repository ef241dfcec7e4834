import { defineConfig } from 'vitest/config'

// The long tests proper, and the property tests once more with many times as many cases.
export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.long.test.ts',
      'test/**/*.long.test.ts',
      'packages/core/src/render/*.test.ts',
      'packages/cli/src/export/*.test.ts',
    ],
    setupFiles: ['test/setup.ts'],
    env: { X_MD_PROPERTY_FACTOR: '25' },
    // One at a time: these load the machine, and some look at what it does under load.
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
})
