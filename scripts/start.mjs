// `npm start`: installs and builds what is out of date, then becomes the server.
import './check-node.mjs'

void import('./steps/run-start.mjs').then(({ runStart }) => runStart())
