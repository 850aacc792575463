import { profileAnswers } from '../../messages/en/profile-answers.ts'

/** What a member reads where they are asked about themselves. */
export const asking = profileAnswers
