import fc from 'fast-check';

// Random tests try the same in every run. With `SEED=random`, as a release is rehearsed, they look for new faults.
if (process.env['SEED'] !== 'random') fc.configureGlobal({ seed: 24 });
