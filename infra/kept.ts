import { RemovalPolicy } from 'aws-cdk-lib';

/** Data is retained when the stack is deleted, but not when its creation is rolled back: then it is empty. */
export const kept = (retain: boolean): RemovalPolicy => (retain ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY);
