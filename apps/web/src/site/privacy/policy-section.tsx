import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import classes from './policy-section.module.css'
import type { Section } from './sections.ts'

/** One section of the policy. */
export function PolicySection({ id, title, points }: Section) {
  const t = useT()
  return (
    <PolicyText id={id} title={t(title)} text={t(`${title}.text`)}>
      {points.length > 0 && (
        <ul className={classes.points}>
          {points.map((point) => (
            <li key={point}>
              <strong>{t(point)}.</strong> {t(`${point}.text`)}
            </li>
          ))}
        </ul>
      )}
    </PolicyText>
  )
}

type Props = { id: string; title: string; text: string; children?: ReactNode }

export function PolicyText({ id, title, text, children }: Props) {
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-title`}>
      <Title order={2} id={`${id}-title`} mb="xs">
        {title}
      </Title>
      <p className={blocks.flush}>{text}</p>
      {children}
    </section>
  )
}
