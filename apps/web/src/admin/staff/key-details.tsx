import type { ApiKey } from '@chuma/contract/admin/api-keys'
import { IconBan, IconCheck, IconClock } from '@tabler/icons-react'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import classes from '../list.module.css'

const LOOKS = {
  active: { tone: 'good', Icon: IconCheck },
  expired: { tone: 'wait', Icon: IconClock },
  revoked: { tone: 'bad', Icon: IconBan },
  restored: { tone: 'wait', Icon: IconClock },
} as const

export function findKeyState({ revokedAt, restoredAt, expiresAt }: ApiKey): keyof typeof LOOKS {
  if (revokedAt) return 'revoked'
  if (new Date(expiresAt) <= new Date()) return 'expired'
  return restoredAt ? 'restored' : 'active'
}

export function KeyDetails({ apiKey }: { apiKey: ApiKey }) {
  const t = useT()
  const { name, permissions, networks, createdBy, createdAt, expiresAt } = apiKey
  const state = findKeyState(apiKey)
  const { tone, Icon } = LOOKS[state]
  return (
    <div>
      <p className={classes.name}>
        {name}
        <StatusBadge tone={tone} icon={<Icon size={16} />}>
          {t(`keys.${state}`)}
        </StatusBadge>
      </p>
      <p className={classes.note}>
        {permissions.map((permission) => t(`permission.${permission}`)).join(' · ')}
      </p>
      <p className={classes.note}>
        {t('keys.made', { name: createdBy, day: formatDay(createdAt) })} ·{' '}
        {t('keys.expires', { day: formatDay(expiresAt) })} ·{' '}
        {networks.length > 0 && `${t('keys.from', { networks: networks.join(', ') })} · `}
        <LastUse apiKey={apiKey} />
      </p>
    </div>
  )
}

function LastUse({ apiKey: { lastUsedAt, lastUsedAddress } }: { apiKey: ApiKey }) {
  const t = useT()
  if (!lastUsedAt) return t('keys.neverUsed')
  return (
    <>
      {t('keys.used')} <TimeAgo date={lastUsedAt} />
      {lastUsedAddress && ` ${t('keys.usedFrom', { address: lastUsedAddress })}`}
    </>
  )
}
