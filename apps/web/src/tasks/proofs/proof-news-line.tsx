import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import classes from './proofs.module.css'
import type { ProofNews } from './use-decide-proof.ts'

/** What has just been decided. It cannot be taken back: the points are the member's, or he has read why not. */
export function ProofNewsLine({ news: { outcome, proof } }: { news: ProofNews }) {
  const t = useT()
  return (
    <p className={classes.news} data-outcome={outcome}>
      {t(`proofQueue.${outcome}`, { title: proof.title, name: proof.userName })}{' '}
      <Link to="/admin/members/$memberId" params={{ memberId: proof.userId }} className={classes.link}>
        {t('proofQueue.decidedLink')}
      </Link>
    </p>
  )
}
