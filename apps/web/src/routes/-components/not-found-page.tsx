import { TakenOver } from '../../app/taken-over.tsx'
import lost from '../../art/lost.svg'
import { useT } from '../../i18n/use-t.ts'
import { Drawing } from '../../ui/drawing.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { useHeadingFocus } from '../../ui/use-heading-focus.ts'
import { usePageTitle } from '../../ui/use-page-title.ts'
import classes from './not-found-page.module.css'

export function NotFoundPage() {
  const t = useT()
  const heading = useHeadingFocus()
  usePageTitle(t('notFound.title'))
  return (
    <main className={classes.page}>
      <Drawing src={lost} size="scene" />
      <h1 ref={heading} className={classes.title} tabIndex={-1}>
        {t('notFound.title')}
      </h1>
      <p className={classes.text}>{t('notFound.text')}</p>
      <LinkButton to="/">{t('notFound.home')}</LinkButton>
      <TakenOver />
    </main>
  )
}
