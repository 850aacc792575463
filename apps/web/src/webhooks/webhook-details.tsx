import type { Webhook } from '@chuma/contract/webhooks/webhooks'
import { IconAlertTriangle, IconBan, IconCheck } from '@tabler/icons-react'
import { actorName } from '../admin/actor-name.ts'
import classes from '../admin/list.module.css'
import { formatDateTime, formatDay } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import blocks from '../ui/blocks.module.css'
import { StatusBadge } from '../ui/figures/status-badge.tsx'
import own from './webhooks.module.css'

const LOOKS = {
  on: { tone: 'good', Icon: IconCheck },
  failing: { tone: 'wait', Icon: IconAlertTriangle },
  off: { tone: 'quiet', Icon: IconBan },
  givenUp: { tone: 'bad', Icon: IconBan },
} as const

function findState({ isActive, disabledReason, failingSince }: Webhook): keyof typeof LOOKS {
  if (!isActive) return disabledReason ? 'givenUp' : 'off'
  return failingSince ? 'failing' : 'on'
}

/** One endpoint: its events and its health. */
export function WebhookDetails({ webhook }: { webhook: Webhook }) {
  const t = useT()
  const { name, url, events, disabledReason, failingSince, formerSecretUntil, createdBy, createdAt } = webhook
  const state = findState(webhook)
  const { tone, Icon } = LOOKS[state]
  return (
    <>
      <div className={classes.head}>
        <strong>{name}</strong>
        <StatusBadge tone={tone} icon={<Icon size={16} />}>
          {t(`webhookState.${state}`)}
        </StatusBadge>
      </div>
      <p className={own.url}>{url}</p>
      <p className={blocks.quiet}>{events.map((event) => t(`webhookEvent.${event}`)).join(' · ')}</p>
      {disabledReason && <p className={classes.words}>{t('webhooks.givenUp', { reason: disabledReason })}</p>}
      {state === 'failing' && failingSince && (
        <p className={classes.words}>{t('webhooks.failingSince', { time: formatDateTime(failingSince) })}</p>
      )}
      {webhook.isSecretLost && <p className={classes.words}>{t('webhooks.lost')}</p>}
      {formerSecretUntil && new Date(formerSecretUntil) > new Date() && (
        <p className={blocks.quiet}>
          {t('webhooks.twoSecrets', { time: formatDateTime(formerSecretUntil) })}
        </p>
      )}
      <p className={blocks.quiet}>
        {t('webhooks.made', { name: actorName(t, createdBy), day: formatDay(createdAt) })}
      </p>
    </>
  )
}
