import { useT } from '../../i18n/use-t.ts'
import classes from './contents.module.css'
import { sections } from './sections.ts'

/** Stays beside the text on a wide screen; on a phone it would only be one more thing to scroll past. */
export function Contents() {
  const t = useT()
  const entries = [
    ...sections.map(({ id, title }) => ({ id, label: t(title) })),
    { id: 'contact', label: t('privacy.reach') },
  ]
  return (
    <nav className={classes.contents} aria-labelledby="contents-title">
      <h2 id="contents-title" className={classes.title}>
        {t('privacy.contents')}
      </h2>
      <ol className={classes.entries}>
        {entries.map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`} className={classes.entry}>
              {label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
