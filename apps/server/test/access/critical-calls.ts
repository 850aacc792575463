/** Repeated here on purpose. Who may make them has to have proved minutes ago who they are; a key cannot. */
export const CRITICAL_CALLS: ReadonlySet<string> = new Set([
  'admin.createStaff',
  'admin.setStaffRole',
  'admin.setStaffEmail',
  'admin.setOwnEmail',
  'admin.disableStaff',
  'admin.enableStaff',
  'admin.resetStaff',
  'admin.removePasskey',
  'admin.setPersonOfStaff',
  'admin.setMemberRole',
  'admin.setPersonOfMember',
  'admin.createApiKey',
  'admin.revokeApiKey',
  'admin.decideApproval',
  'admin.changeEconomy',
  'admin.chooseEconomyPreset',
  'admin.addTaxClasses',
  'admin.showTaxPin',
  'admin.stopPayoutQueue',
  'admin.resumePayoutQueue',
  'admin.stopAutomaticPayout',
  'admin.releaseAutomaticPayout',
  'admin.decideCluster',
  'partners.createPartner',
  'partners.updatePartner',
  'webhooks.createWebhook',
  'webhooks.updateWebhook',
  'webhooks.rotateSecret',
  'webhooks.retireWebhook',
])

/** A script may make these with its key. */
export const CRITICAL_FOR_KEYS: ReadonlySet<string> = new Set([
  'admin.stopPayoutQueue',
  'admin.stopAutomaticPayout',
])
