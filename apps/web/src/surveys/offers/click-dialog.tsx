import type { SurveyClick, SurveyOffer } from '@chuma/contract/surveys/survey-offers'
import { Text } from '@mantine/core'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { JUST_NOW_MS, trpc } from '../../trpc.ts'
import { Dialog, useOpensWithData } from '../../ui/dialogs/dialog.tsx'
import { PageTurner, usePages } from '../../ui/states/staff-lists.tsx'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import classes from './offers.module.css'

const PAGE_SIZE = 50

type Props = { offer: SurveyOffer; opened: boolean; onClose: () => void }

/** Who clicked an offer; opens once the first page is loaded. */
export function ClickDialog({ offer, opened, onClose }: Props) {
  const t = useT()
  const first = trpc.admin.listSurveyClicks.useQuery(
    { surveyId: offer.id, limit: PAGE_SIZE },
    { enabled: opened, staleTime: 0 },
  )
  const isOpen = useOpensWithData(opened, first.isFetching)
  return (
    <Dialog title={t('surveyOffers.clickDetails')} size="xl" opened={isOpen} onClose={onClose}>
      <Text fw={600}>{offer.title}</Text>
      <Clicks key={offer.id} surveyId={offer.id} />
    </Dialog>
  )
}

function Clicks({ surveyId }: { surveyId: string }) {
  const t = useT()
  const pages = usePages(PAGE_SIZE)
  const clicks = trpc.admin.listSurveyClicks.useQuery(
    { surveyId, ...pages.input },
    // The dialog has just loaded the first page.
    { staleTime: JUST_NOW_MS },
  )
  return (
    <>
      <QueryView query={clicks} skeleton={<Skeletons count={3} height={44} />}>
        {(rows) =>
          rows.length > 0 ? (
            <ClickTable clicks={rows} />
          ) : (
            <Text c="dimmed">{t('surveyOffers.noClicks')}</Text>
          )
        }
      </QueryView>
      <PageTurner pages={pages} rows={clicks.data} />
    </>
  )
}

function ClickTable({ clicks }: { clicks: SurveyClick[] }) {
  const t = useT()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className={classes.scroll} aria-label={t('surveyOffers.clickDetails')} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('surveyOffers.user')}</th>
            <th scope="col">{t('surveyOffers.email')}</th>
            <th scope="col">{t('surveyOffers.clickedAt')}</th>
          </tr>
        </thead>
        <tbody>
          {clicks.map(({ id, user, clickedAt }) => (
            <tr key={id}>
              <td data-label={t('surveyOffers.user')}>
                {user ? `${user.firstName} ${user.lastName}` : t('surveyOffers.unknownUser')}
              </td>
              <td data-label={t('surveyOffers.email')}>{user?.email || t('surveyOffers.noEmail')}</td>
              <td data-label={t('surveyOffers.clickedAt')}>{formatDateTime(clickedAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
