import fc from 'fast-check';

// Random tests try the same inputs in every run. With `SEED=random`, for example before a release, they try new ones.
if (process.env['SEED'] !== 'random') fc.configureGlobal({ seed: 24 });
