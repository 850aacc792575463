import classes from './message-state.module.css'

type Props = {
  /** The URL that importing a file of `src/art` gives. */
  src: string
  /** `spot` is for a few words, `scene` for a page. */
  size?: 'spot' | 'scene'
}

/** One of our own drawings. It is decorative. */
export function Drawing({ src, size = 'spot' }: Props) {
  const [width, height] = size === 'spot' ? [200, 140] : [360, 220]
  return <img src={src} alt="" width={width} height={height} className={classes.drawing} />
}
