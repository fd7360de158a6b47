import { RemovalPolicy } from 'aws-cdk-lib';

/** What holds data stays when the stack goes, unless its creation is rolled back: then it is empty, and would be in nobody's hands. */
export const kept = (retain: boolean): RemovalPolicy => (retain ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY);
