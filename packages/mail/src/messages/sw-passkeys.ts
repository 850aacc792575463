import type { passkeys as english } from './en-passkeys.ts'

export const passkeys: Record<keyof typeof english, string> = {
  'passkeyAdded.subject': 'Passkey imeongezwa kwenye akaunti yako ya {productName}',
  'passkeyAdded.what':
    'Passkey “{name}” imeongezwa sasa hivi kwenye akaunti yako. Kuanzia sasa inafungua akaunti bila nenosiri lako. Kama ulikuwa wewe, huhitaji kufanya chochote.',

  'passkeyRemoved.subject': 'Passkey imeondolewa kwenye akaunti yako ya {productName}',
  'passkeyRemoved.what':
    'Passkey “{name}” haifungui tena akaunti yako. Nenosiri lako bado linaifungua. Kama ulikuwa wewe, huhitaji kufanya chochote.',
}
