import type { AdminProof } from '@chuma/contract/tasks/tasks'
import { Title } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { ExternalLink } from '../../ui/actions/external-link.tsx'
import { Amount } from '../../ui/figures/amount.tsx'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import classes from './proofs.module.css'

type Props = { proof: AdminProof; place: number; count: number; hasMore: boolean }

/** A submitted proof, with its task and its member. */
export function ProofCard({ proof, place, count, hasMore }: Props) {
  const t = useT()
  const { data: terms } = trpc.wallet.getTerms.useQuery()
  const { title, description, instructions, taskUrl, proofUrl, points, approvedBefore, rejectedBefore } =
    proof
  return (
    <article className={classes.card}>
      <p className={classes.quiet}>
        {t(hasMore ? 'proofQueue.placeMore' : 'proofQueue.place', { place, count })} ·{' '}
        {t(proof.kind === 'social' ? 'tasksPage.social' : 'tasksPage.micro-job')} · {t('proofQueue.handedIn')}{' '}
        <TimeAgo date={proof.submittedAt} />
      </p>
      <Title order={2} size="h3" className={classes.words ?? ''}>
        {title}
      </Title>
      <div className={classes.columns}>
        <section aria-label={t('proofQueue.proof')} className={classes.proof}>
          <h3 className={classes.label}>{t('proofQueue.proof')}</h3>
          <p className={classes.words}>{proof.proof}</p>
          {proofUrl && <ExternalLink href={proofUrl}>{t('proofQueue.openProof')}</ExternalLink>}
        </section>
        <dl className={classes.facts}>
          <div>
            <dt>{t('proofQueue.instructions')}</dt>
            <dd className={classes.words}>{instructions || description}</dd>
            {taskUrl && (
              <dd>
                <ExternalLink href={taskUrl}>{t('proofQueue.openTask')}</ExternalLink>
              </dd>
            )}
          </div>
          <div>
            <dt>{t('proofQueue.member')}</dt>
            <dd className={classes.words}>
              {proof.userName} · {proof.userEmail}
            </dd>
            <dd className={classes.quiet}>
              {t('proofQueue.earlier', { approved: approvedBefore, rejected: rejectedBefore })}
            </dd>
          </div>
          <div>
            <dt>{t('proofQueue.pays')}</dt>
            <dd>
              <Amount points={points} kes={points * (terms?.kesPerPoint ?? 0)} />
            </dd>
          </div>
        </dl>
      </div>
    </article>
  )
}
