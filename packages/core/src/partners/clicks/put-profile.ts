import type { ProfileMapping } from '@chuma/contract/partners/profile-mapping'
import type { Profile } from '@chuma/db/queries/profile/read-profile'

/** Add a member's answers to a partner's address, in the partner's words. The rest stays unchanged, because it may be signed. */
export function putProfile(url: string, mapping: ProfileMapping, profile: Profile): string {
  const added = mapping.flatMap(({ attribute, parameter, codes }) => {
    const said = (profile[attribute] ?? []).flatMap((code) => (codes ? (codes[code] ?? []) : code))
    return said.length > 0 ? [`${encodeURIComponent(parameter)}=${encodeURIComponent(said.join(','))}`] : []
  })
  if (added.length === 0) return url
  const hashAt = url.indexOf('#')
  const address = hashAt < 0 ? url : url.slice(0, hashAt)
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return `${address}${joint}${added.join('&')}${hashAt < 0 ? '' : url.slice(hashAt)}`
}
