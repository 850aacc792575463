import { useMemo } from 'react'
import { encode } from 'uqr'
import classes from './second-factor-steps.module.css'

type Props = { text: string; label: string }

/** Four empty modules on each side: many cameras cannot read a code without them. */
const BORDER = 4

/** Dark on light in both colour schemes, because some apps cannot read inverted codes. */
export function QrCode({ text, label }: Props) {
  const { size, path } = useMemo(() => draw(text), [text])
  return (
    <svg className={classes.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  )
}

function draw(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return { size, path: squares.join('') }
}
