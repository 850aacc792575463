import type { SurveyReviewDetail } from '@chuma/contract/surveys/reviews'
import { Button, Group } from '@mantine/core'
import classes from '../../admin/list.module.css'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { useAsked } from '../../ui/dialogs/use-asked.ts'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { DecideReviewDialog } from './decide-review-dialog.tsx'
import { type Decision, listDecisions } from './list-decisions.ts'
import { ReviewFacts } from './review-facts.tsx'

type Props = { id: string; mayDecide: boolean }

/** One survey in doubt, with the flags, the answers and the member's record. */
export function ReviewSection({ id, mayDecide }: Props) {
  const t = useT()
  const query = trpc.admin.getSurveyReview.useQuery({ id })
  return (
    <>
      <BackLink to="/admin/survey-reviews">{t('reviews.back')}</BackLink>
      <QueryView query={query} skeleton={<Skeletons count={2} height={180} />}>
        {(review) => (
          <>
            <Section title={review.title}>
              <ReviewFacts review={review} />
              {mayDecide && <Decide review={review} />}
            </Section>
            <Answers answers={review.answers} />
          </>
        )}
      </QueryView>
    </>
  )
}

function Decide({ review }: { review: SurveyReviewDetail }) {
  const t = useT()
  const { subject, isOpen, ask, close } = useAsked<Decision>()
  return (
    <>
      <Group>
        {listDecisions(review).map((decision, place) => (
          <Button key={decision} {...(place > 0 && { variant: 'default' })} onClick={() => ask(decision)}>
            {t(`reviewDecision.${review.state === 'doubtful' ? 'accept' : decision}`)}
          </Button>
        ))}
      </Group>
      {subject && (
        <DecideReviewDialog
          key={subject}
          review={review}
          decision={subject}
          opened={isOpen}
          onClose={close}
        />
      )}
    </>
  )
}

function Answers({ answers }: Pick<SurveyReviewDetail, 'answers'>) {
  const t = useT()
  return (
    <Section title={t('reviews.answers')}>
      {answers.every(({ answer }) => answer === null) && (
        <p className={blocks.quiet}>{t('reviews.noAnswers')}</p>
      )}
      <ul className={blocks.list} aria-label={t('reviews.answers')}>
        {answers.map(({ id, question, answer, expected }) => (
          <li key={id} className={classes.row}>
            <p className={blocks.quiet}>
              {id}. {question}
            </p>
            <p className={classes.words}>{answer === null || answer === '' ? '–' : String(answer)}</p>
            {expected !== null && <p className={blocks.quiet}>{t('reviews.expected', { expected })}</p>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
