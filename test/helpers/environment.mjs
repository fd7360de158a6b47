// Jest's Node environment, but with a plain global object. Jest's own stands behind a Proxy and V8's interceptors, so that every
// Math, Number or Map in a loop is a call into them: tests of arithmetic take two to three times as long (docs/adr/test-global.md).
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

export default class PlainGlobalEnvironment extends TestEnvironment {
  constructor(config, context) {
    // The base class makes its context in its constructor and takes no option for it.
    const { createContext } = vm;
    let made = 0;
    vm.createContext = () => {
      made += 1;
      return createContext(vm.constants.DONT_CONTEXTIFY);
    };
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
    if (made !== 1) throw new Error(`jest-environment-node made ${made} contexts of ours, not 1: see docs/adr/test-global.md`);
  }
}
