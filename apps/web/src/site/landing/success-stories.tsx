import { IconStarFilled } from '@tabler/icons-react'
import { type FocusEvent, useEffect, useState } from 'react'
import kisumu from '../../art/kisumu.svg'
import mombasa from '../../art/mombasa.svg'
import nairobi from '../../art/nairobi.svg'
import { useT } from '../../i18n/use-t.ts'
import { testimonials } from '../marketing.ts'
import section from './section.module.css'
import classes from './success-stories.module.css'

const TOWNS = { nairobi, kisumu, mombasa }

/** Three stories in rotation. Stops on hover, on focus and for reduced motion. */
export function SuccessStories() {
  const t = useT()
  const { index, choose, rest } = useCarousel(testimonials.length)
  return (
    <section
      className={`${section.section} ${section.far}`}
      aria-labelledby="stories-title"
      aria-roledescription={t('landing.carousel')}
      data-stories
      {...rest}
    >
      <h2 id="stories-title" className={section.title}>
        {t('landing.storiesTitle')}
      </h2>
      <div className={classes.stage}>
        {testimonials.map(({ name, town, location, rating, earnings, text }, place) => (
          <figure
            key={name}
            className={classes.story}
            aria-hidden={place !== index}
            data-shown={place === index}
          >
            <img src={TOWNS[town]} alt="" width={240} height={180} loading="lazy" className={classes.town} />
            <div className={classes.stars} role="img" aria-label={t('landing.storyRating', { rating })}>
              {Array.from({ length: rating }, (_, star) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: stars have no identity and never move
                <IconStarFilled key={star} aria-hidden size={20} />
              ))}
            </div>
            <blockquote className={classes.text}>{t(text)}</blockquote>
            <figcaption className={classes.who}>
              <span className={classes.avatar} aria-hidden>
                {name.charAt(0)}
              </span>
              <span>
                <strong>{name}</strong>
                <br />
                {location}
              </span>
              <span className={classes.earnings}>{t('landing.storyEarned', { earnings })}</span>
            </figcaption>
          </figure>
        ))}
      </div>
      <div className={classes.dots}>
        {testimonials.map(({ name }, place) => (
          <button
            key={name}
            type="button"
            className={classes.dot}
            data-dot
            aria-label={t('landing.storyOf', { name })}
            aria-current={place === index}
            onClick={() => choose(place)}
          />
        ))}
      </div>
    </section>
  )
}

const SHOWN_MS = 5000

/** The current slide. Advances on its own, except on hover, on focus and for reduced motion. */
function useCarousel(count: number) {
  const [index, setIndex] = useState(0)
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isStill = isPointedAt || isFocused

  useEffect(() => {
    if (isStill || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setTimeout(() => setIndex((index + 1) % count), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [index, isStill, count])

  const rest = {
    onPointerEnter: () => setPointedAt(true),
    onPointerLeave: () => setPointedAt(false),
    onFocus: () => setFocused(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setFocused(currentTarget.contains(relatedTarget)),
  }
  return { index, choose: setIndex, rest }
}
