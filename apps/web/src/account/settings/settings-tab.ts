export const SETTINGS_TABS = ['profile', 'notifications', 'privacy', 'account'] as const
export type SettingsTab = (typeof SETTINGS_TABS)[number]

export function isSettingsTab(value: unknown): value is SettingsTab {
  return SETTINGS_TABS.some((tab) => tab === value)
}
