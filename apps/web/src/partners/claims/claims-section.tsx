import type { Claim } from '@chuma/contract/partners/partners'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FilterSelect } from '../../admin/filter-select.tsx'
import classes from '../../admin/list.module.css'
import { PagedList } from '../../admin/paged-list.tsx'
import { usePages } from '../../admin/use-pages.ts'
import nothingToReview from '../../art/nothing-to-review.svg'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { AdminClaimState } from './admin-claim-state.tsx'

const PAGE_SIZE = 25
/** What the list asks for at first. */
export const FIRST_CLAIMS = { limit: PAGE_SIZE, state: 'open' } as const
const STATES: readonly Claim['state'][] = ['open', 'credited', 'declined']

export function ClaimsSection() {
  const t = useT()
  const [state, setState] = useState<Claim['state'] | undefined>('open')
  const pages = usePages(PAGE_SIZE)
  const query = trpc.partners.listClaims.useQuery(
    { ...pages.input, ...(state && { state }) },
    { placeholderData: keepPreviousData },
  )
  return (
    <Section title={t('claims.title')} text={t('claims.text')}>
      <FilterSelect
        values={STATES}
        describe={(each) => t(`adminClaimState.${each}`)}
        value={state}
        onChange={(chosen) => {
          setState(chosen)
          pages.turn()
        }}
      />
      <PagedList
        query={query}
        pages={pages}
        label={t('claims.list')}
        rowHeight={88}
        empty={{ art: nothingToReview, title: t('claims.none'), text: t('claims.noneText') }}
      >
        {({ id, title, state: its, userEmail: email, openedAt }) => (
          <li key={id} className={classes.row}>
            <div className={classes.head}>
              <Link to="/admin/claims" search={{ claim: id }} className={blocks.link}>
                {title}
              </Link>
              <AdminClaimState state={its} />
            </div>
            <p className={blocks.quiet}>{t('claims.by', { email, time: formatDateTime(openedAt) })}</p>
          </li>
        )}
      </PagedList>
    </Section>
  )
}
