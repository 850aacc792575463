import { loadForMember } from '../app/load.ts'
import type { Loading } from '../app/router-context.ts'

export function loadProfileAnswers(loading: Loading): void {
  loadForMember(loading, ({ profile }) => [profile.getProfile.prefetch()])
}
