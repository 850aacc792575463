import type { Datasets } from '@chuma/contract/clients/client-surveys'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import list from '../../admin/list.module.css'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage } from '../../trpc.ts'
import { saveFile } from '../../ui/actions/save-file.ts'
import blocks from '../../ui/blocks.module.css'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { clientApi } from '../client-api.ts'
import classes from '../clients.module.css'

type Props = { surveyId: string; mayAccept: boolean }

/** The file of a survey, and the versions of it that were accepted. */
export function DatasetSection({ surveyId, mayAccept }: Props) {
  const t = useT()
  const query = useQuery({
    queryKey: ['datasets', surveyId],
    queryFn: () => clientApi.clients.getDatasets.query({ id: surveyId }),
  })
  return (
    <Section title={t('client.data')} text={t('client.dataText')}>
      <QueryView query={query} skeleton={<Skeletons count={1} height={120} />}>
        {(datasets) => <File surveyId={surveyId} datasets={datasets} mayAccept={mayAccept} />}
      </QueryView>
    </Section>
  )
}

function File({ surveyId, datasets, mayAccept }: Props & { datasets: Datasets }) {
  const t = useT()
  const { respondents, isReady, left, joined, accepted } = datasets
  const { download, accept } = useDataset(surveyId)
  // Of the file as it was downloaded: only what somebody has can be accepted.
  const hash = download.data?.hash
  const newest = accepted[0]
  const isOpen = newest === undefined || joined + left > 0
  const isAccepted = newest !== undefined && newest.hash === hash
  return (
    <>
      <p className={blocks.flush}>
        {isReady ? t('client.respondents', { count: respondents }) : t('client.notReady')}
      </p>
      {newest && joined + left > 0 && <p className={blocks.flush}>{t('client.changed', { joined, left })}</p>}
      {hash && <p className={classes.hash}>{t('client.hash', { hash })}</p>}
      {mayAccept && isReady && !hash && isOpen && <p className={blocks.quiet}>{t('client.acceptText')}</p>}
      {isReady && (
        <div className={classes.actions}>
          <Button
            variant="default"
            leftSection={<IconDownload aria-hidden size={20} />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            {t('client.download')}
          </Button>
          {mayAccept && hash && !isAccepted && (
            <Button loading={accept.isPending} onClick={() => accept.mutate(hash)}>
              {t('client.accept')}
            </Button>
          )}
        </div>
      )}
      <ul className={blocks.list} aria-label={t('client.acceptedVersions')}>
        {accepted.map(({ id, version, respondents: count, acceptedBy, acceptedAt, hash: ofVersion }) => (
          <li key={id} className={list.row}>
            <strong>{t('client.version', { version })}</strong>
            <p className={blocks.quiet}>
              {t('client.acceptedBy', { count, name: acceptedBy, at: formatDateTime(acceptedAt) })}
            </p>
            <p className={classes.hash}>{ofVersion}</p>
          </li>
        ))}
      </ul>
    </>
  )
}

/** SHA-256 of a file in UTF-8, in hex. */
async function hashOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function useDataset(surveyId: string) {
  const t = useT()
  const queries = useQueryClient()
  const key = ['datasets', surveyId]
  const onError = (error: unknown) => {
    showToast({
      kind: 'error',
      title: t('client.dataFailed'),
      message: serverMessage(error, t('state.failedText')),
    })
    // The data may have changed since the page read them.
    void queries.invalidateQueries({ queryKey: key })
  }
  const download = useMutation({
    mutationFn: async () => {
      const csv = await clientApi.clients.downloadDataset.query({ id: surveyId })
      return { csv, hash: await hashOf(csv) }
    },
    onSuccess: ({ csv }) => {
      saveFile('chuma-dataset.csv', new Blob([csv], { type: 'text/csv' }))
      void queries.invalidateQueries({ queryKey: key })
    },
    onError,
  })
  const accept = useMutation({
    mutationFn: (hash: string) => clientApi.clients.acceptDataset.mutate({ surveyId, hash }),
    onSuccess: (datasets) => queries.setQueryData<Datasets>(key, datasets),
    onError,
  })
  return { download, accept }
}
