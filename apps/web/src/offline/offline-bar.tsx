import { formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { FootBar } from './foot-bar.tsx'
import { readKeptWallet } from './kept-wallet.ts'
import { useIsOffline } from './use-is-offline.ts'

/** Says that the device is offline, and how old the points on screen are. */
export function OfflineBar() {
  const t = useT()
  const isOffline = useIsOffline()
  return <FootBar text={isOffline ? describe() : null} />

  function describe(): string {
    const wallet = readKeptWallet()
    return wallet ? t('offline.barAsOf', { time: formatDateTime(new Date(wallet.asOf)) }) : t('offline.bar')
  }
}
