import type { PartnerPreset } from './partner-preset.ts'
import { adgate } from './presets/adgate.ts'
import { adgem } from './presets/adgem.ts'
import { adscendMedia } from './presets/adscend-media.ts'
import { ayetStudios } from './presets/ayet-studios.ts'
import { bitlabs } from './presets/bitlabs.ts'
import { cpaLead } from './presets/cpalead.ts'
import { cpxResearch } from './presets/cpx-research.ts'
import { kiwiWall } from './presets/kiwiwall.ts'
import { lootably } from './presets/lootably.ts'
import { pollfish } from './presets/pollfish.ts'
import { pubscale } from './presets/pubscale.ts'
import { signedLink } from './presets/signed-link.ts'
import { superRewards } from './presets/superrewards.ts'
import { tapjoy } from './presets/tapjoy.ts'
import { theoremReach } from './presets/theoremreach.ts'
import { timewall } from './presets/timewall.ts'
import { torox } from './presets/torox.ts'
import { wannads } from './presets/wannads.ts'

/** In display order. */
export const partnerPresets: readonly PartnerPreset[] = [
  cpxResearch,
  bitlabs,
  theoremReach,
  pollfish,
  ayetStudios,
  adgate,
  adgem,
  lootably,
  torox,
  wannads,
  tapjoy,
  pubscale,
  timewall,
  superRewards,
  kiwiWall,
  adscendMedia,
  cpaLead,
  signedLink,
]

export function findPartnerPreset(id: string): PartnerPreset | undefined {
  return partnerPresets.find((preset) => preset.id === id)
}
