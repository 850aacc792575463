import { run } from '../../messages/sw/run.ts'

/** What a member reads while they take a survey, and staff in its preview. */
export const taking = run
