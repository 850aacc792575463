import type { ClientDetail } from '@chuma/contract/clients/clients'
import { Button } from '@mantine/core'
import list from '../../admin/list.module.css'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { useRefreshClients } from './use-refresh-clients.ts'

/** The newest links of a client. Revoking one ends the sessions that it opened. */
export function LinksSection({ client: { people, links } }: { client: ClientDetail }) {
  const t = useT()
  const refresh = useRefreshClients()
  const showFailure = useShowFailure()
  const revoke = trpc.admin.revokeClientLink.useMutation({ onSuccess: refresh, onError: showFailure })
  if (links.length === 0) return null
  const nameOf = (userId: string) => people.find(({ id }) => id === userId)?.name ?? t('clients.removed')
  return (
    <Section title={t('clients.links')} text={t('clients.linksText')}>
      <ul className={blocks.list} aria-label={t('clients.links')}>
        {links.slice(0, 20).map(({ id, userId, uses, mostUses, expiresAt, isOpen }) => (
          <li key={id} className={list.row}>
            <strong>{nameOf(userId)}</strong>
            <p className={blocks.quiet}>
              {[
                t('clients.uses', { uses, mostUses }),
                isOpen ? t('clients.expires', { at: formatDateTime(expiresAt) }) : t('clients.linkOver'),
              ].join(' · ')}
            </p>
            <div>
              <Button
                variant="default"
                aria-label={`${t('clients.revoke')}: ${nameOf(userId)}`}
                loading={revoke.isPending && revoke.variables?.id === id}
                onClick={() => revoke.mutate({ id })}
              >
                {t('clients.revoke')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
