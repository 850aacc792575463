import type { Claim } from '@chuma/contract/partners/partners'
import { NativeSelect } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import classes from '../../admin/list.module.css'
import { PageTurner } from '../../admin/page-turner.tsx'
import nothingToReview from '../../art/nothing-to-review.svg'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { ResultCount } from '../../ui/states/result-count.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { AdminClaimState } from './admin-claim-state.tsx'

const PAGE_SIZE = 25
/** What the list asks for at first. */
export const FIRST_CLAIMS = { limit: PAGE_SIZE, state: 'open' } as const
const STATES: readonly Claim['state'][] = ['open', 'credited', 'declined']

export function ClaimsSection() {
  const t = useT()
  const [state, setState] = useState<Claim['state'] | undefined>('open')
  const [after, setAfter] = useState<string>()
  const query = trpc.partners.listClaims.useQuery(
    { limit: PAGE_SIZE, ...(state && { state }), ...(after && { after }) },
    { placeholderData: keepPreviousData },
  )
  return (
    <Section title={t('claims.title')} text={t('claims.text')}>
      <NativeSelect
        label={t('desk.filter')}
        value={state ?? ''}
        onChange={({ currentTarget }) => {
          setState(STATES.find((each) => each === currentTarget.value))
          setAfter(undefined)
        }}
        data={[
          ...STATES.map((each) => ({ value: each, label: t(`adminClaimState.${each}`) })),
          { value: '', label: t('desk.all') },
        ]}
      />
      <ResultCount count={query.data?.length} />
      <QueryView query={query} skeleton={<Skeletons count={3} height={88} />}>
        {(claims) => (
          <>
            {claims.length === 0 && (
              <EmptyState art={nothingToReview} title={t('claims.none')} text={t('claims.noneText')} />
            )}
            <ul className={blocks.list} aria-label={t('claims.list')}>
              {claims.map(({ id, title, state: its, userEmail: email, openedAt }) => (
                <li key={id} className={classes.row}>
                  <div className={classes.head}>
                    <Link to="/admin/claims" search={{ claim: id }} className={blocks.link}>
                      {title}
                    </Link>
                    <AdminClaimState state={its} />
                  </div>
                  <p className={blocks.quiet}>{t('claims.by', { email, time: formatDateTime(openedAt) })}</p>
                </li>
              ))}
            </ul>
            <PageTurner
              isFirst={!after}
              last={claims.length === PAGE_SIZE ? claims.at(-1) : undefined}
              onTurn={setAfter}
            />
          </>
        )}
      </QueryView>
    </Section>
  )
}
