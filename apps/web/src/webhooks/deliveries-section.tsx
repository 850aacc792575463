import { WEBHOOK_STATES, type WebhookDelivery } from '@chuma/contract/webhooks/webhooks'
import { NativeSelect } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useState } from 'react'
import { MoreRows } from '../admin/more-rows.tsx'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { Section } from '../ui/page/section.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import own from './webhooks.module.css'

type Filter = { state?: WebhookDelivery['state']; endpointId?: string }

const PAGE_SIZE = 20
/** While a delivery is in progress. */
const POLL_MS = 3000

function useDeliveries(filter: Filter) {
  const { client } = trpc.useUtils()
  return useInfiniteQuery({
    queryKey: [...getQueryKey(trpc.webhooks.listDeliveries), 'all', filter],
    queryFn: ({ pageParam, signal }) =>
      client.webhooks.listDeliveries.query(
        { limit: PAGE_SIZE, ...filter, ...(pageParam !== null && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? null : (page.at(-1)?.id ?? null)),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((rows) => rows.some((row) => row.state === 'pending')) ? POLL_MS : false,
  })
}

/** The deliveries with their responses and next retries. */
export function DeliveriesSection({ mayManage }: { mayManage: boolean }) {
  const t = useT()
  const [filter, setFilter] = useState<Filter>({})
  const query = useDeliveries(filter)
  return (
    <Section title={t('webhooks.deliveries')} text={t('webhooks.deliveriesText')}>
      <Filters filter={filter} onChange={setFilter} />
      <MoreRows
        query={query}
        skeleton={<Skeletons count={3} height={96} />}
        empty={
          <EmptyState
            icon={<IconSend />}
            title={t('webhooks.noDeliveries')}
            text={t('webhooks.noDeliveriesText')}
          />
        }
        more={t('webhooks.more')}
      >
        {(rows) => (
          <ul className={blocks.list} aria-label={t('webhooks.deliveries')}>
            {rows.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} mayManage={mayManage} />
            ))}
          </ul>
        )}
      </MoreRows>
    </Section>
  )
}

type FilterProps = { filter: Filter; onChange: (filter: Filter) => void }

function Filters({ filter: { state, endpointId }, onChange }: FilterProps) {
  const t = useT()
  const webhooks = trpc.webhooks.listWebhooks.useQuery()
  const change = (chosen: { state: string; endpointId: string }) => {
    const known = WEBHOOK_STATES.find((name) => name === chosen.state)
    onChange({ ...(known && { state: known }), ...(chosen.endpointId && { endpointId: chosen.endpointId }) })
  }
  return (
    <div className={own.filters}>
      <NativeSelect
        label={t('webhooks.address')}
        value={endpointId ?? ''}
        onChange={({ currentTarget }) => change({ state: state ?? '', endpointId: currentTarget.value })}
        data={[
          { value: '', label: t('webhooks.all') },
          ...(webhooks.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <NativeSelect
        label={t('webhooks.state')}
        value={state ?? ''}
        onChange={({ currentTarget }) => change({ state: currentTarget.value, endpointId: endpointId ?? '' })}
        data={[
          { value: '', label: t('webhooks.all') },
          ...WEBHOOK_STATES.map((name) => ({ value: name, label: t(`deliveryState.${name}`) })),
        ]}
      />
    </div>
  )
}
