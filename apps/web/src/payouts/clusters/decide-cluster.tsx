import type { ClusterDecision } from '@chuma/contract/payouts/clusters'
import { Button, Group } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAsked } from '../../ui/dialogs/use-asked.ts'
import { Notice } from '../../ui/states/notice.tsx'
import { DecideClusterDialog } from './decide-cluster-dialog.tsx'

/** The decisions that are possible now. Each shows its effect before it asks for the reason. */
export function DecideCluster({ id }: { id: string }) {
  const t = useT()
  const { data: preview } = trpc.admin.previewCluster.useQuery({ id })
  const { subject, isOpen, ask, close } = useAsked<ClusterDecision>()
  if (!preview) return null
  if (preview.ownAccounts.length > 0) {
    return (
      <Notice title={t('clusters.ownTitle')}>
        {t('clusters.own', { names: preview.ownAccounts.join(', ') })}
      </Notice>
    )
  }
  return (
    <>
      <Group>
        {preview.decisions.map((decision) => (
          <Button
            key={decision}
            variant={decision === 'hold' ? 'filled' : 'default'}
            onClick={() => ask(decision)}
          >
            {t(`clusterDecision.${decision}`)}
          </Button>
        ))}
      </Group>
      {subject && (
        <DecideClusterDialog
          key={subject}
          id={id}
          decision={subject}
          preview={preview}
          opened={isOpen}
          onClose={close}
        />
      )}
    </>
  )
}
