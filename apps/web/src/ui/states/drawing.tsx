import classes from './message-state.module.css'

type Props = {
  /** What importing one of `src/art` gives. */
  src: string
  /** `spot` stands over a few words, `scene` over a page. */
  size?: 'spot' | 'scene'
}

/** One of our own pictures. It says nothing that the words beside it do not. */
export function Drawing({ src, size = 'spot' }: Props) {
  const [width, height] = size === 'spot' ? [200, 140] : [360, 220]
  return <img src={src} alt="" width={width} height={height} className={classes.drawing} />
}
