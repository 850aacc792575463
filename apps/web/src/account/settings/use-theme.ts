import { useMantineColorScheme } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useUpdateSettings } from './use-update-settings.ts'

export const THEMES = ['auto', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

/** The theme of this device, which the member's account hears of too. */
export function useTheme() {
  const t = useT()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { mutate } = useUpdateSettings({
    onFailed: () => showToast({ title: t('settings.failedTitle'), message: t('appearance.unsaved') }),
  })
  const choose = (theme: Theme) => {
    setColorScheme(theme)
    mutate({ theme })
  }
  return { theme: colorScheme, choose }
}
