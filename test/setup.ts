import fc from 'fast-check'

/**
 * The same cases in every run, so that a red run is red for everybody and a green one says the same tomorrow.
 * `X_MD_PROPERTY_SEED=random` looks for new ones; a number repeats a run.
 */
const seed = process.env.X_MD_PROPERTY_SEED ?? '20261130'
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) })
