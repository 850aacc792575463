/** All of these pages in `npm run test:all`; in `npm test` those that differ in what they are. */
export const pagesOfRun = <T>(all: readonly T[], few: (page: T) => boolean): readonly T[] =>
  process.env.TEST_LONG === 'on' ? all : all.filter(few)
