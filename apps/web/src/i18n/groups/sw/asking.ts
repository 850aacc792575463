import { profileAnswers } from '../../messages/sw/profile-answers.ts'

/** What a member reads where they are asked about themselves. */
export const asking = profileAnswers
